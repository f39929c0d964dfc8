"""The bundled bots and the SDKs, one folder a language; nothing here needs the arena to run."""
