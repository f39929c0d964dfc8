declare var require: any;
const lines = require("readline").createInterface({ input: process.stdin });
declare var process: any;
lines.on("line", (line: string) => {
  const message: { type: string } = JSON.parse(line);
  if (message.type === "hello") console.log("{}");
  if (message.type === "decide") console.log("0");
});
