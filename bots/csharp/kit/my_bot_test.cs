// Every recorded question gets an answer of the right form, and no handler fails.

using System;
using System.Collections.Generic;
using System.IO;
using Bohnanza;

internal static class MyBotTest
{
    private static int Main()
    {
        var bot = new MyBot();
        bot.Receive("{\"type\":\"hello\",\"protocol\":[1]}");
        int asked = 0;
        foreach (string line in File.ReadLines("questions.txt"))
        {
            if (!line.StartsWith("> ", StringComparison.Ordinal))
            {
                continue; // what was answered then
            }
            string question = line.Substring(2);
            string reply = bot.Receive(question);
            if (question.Contains("\"type\":\"decide\""))
            {
                asked++;
                Check(question, reply);
            }
            if (bot.Failures > 0)
            {
                throw new InvalidOperationException("A handler failed, as shown above, when it was asked\n" + question);
            }
        }
        Console.WriteLine(asked + " questions answered");
        return asked > 0 ? 0 : 1;
    }

    private static void Check(string question, string reply)
    {
        var choices = Json.Read<Decision>(Json.Parse(question)).Choices;
        object choice = ((Dictionary<string, object>)Json.Parse(reply))["choice"];
        bool listed = choice is double index && index < choices.Count;
        if (!listed && Json.Word(choice, "do") == "")
        {
            throw new InvalidOperationException(reply + " is no answer to\n" + question);
        }
    }
}
