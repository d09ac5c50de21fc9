// Shows the scenes of the tool, one after the other.

import { ChangeStream } from "./changes.js";
import { about } from "./feed.js";
import { notice } from "./messages.js";
import { Page } from "./page.js";
import { Question } from "./question.js";
import { fillTexts } from "./texts.js";

fillTexts();

const question = new Question(show);

let turn = 0;
let stream = null;

async function show() {
  turn += 1;
  const own = turn;
  try {
    const subject = await about();
    // A later scene may have begun while this one was read.
    if (own !== turn) return;
    stream ??= new ChangeStream(subject.run);
    document.title = `${subject.title} – shotflow`;
    if (["waiting", "question"].includes(subject.kind)) return await question.show(subject, stream);
    question.close();
    await new Page(stream).start(subject);
  } catch (error) {
    notice(error.message);
  }
}

// A page that is closed ends the command soon; one that is silent may be that of a locked phone.
addEventListener("pagehide", () => navigator.sendBeacon("/leave"));

// A page from the back-forward cache has missed changes.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

show();
