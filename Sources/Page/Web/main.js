// The beginning: shows whatever the tool has to show, one scene after the other.

import { about } from "./feed.js";
import { Page } from "./page.js";
import { Question } from "./question.js";

const question = new Question(show);

async function show() {
  try {
    const subject = await about();
    document.title = `${subject.title} – shotflow`;
    if (["waiting", "question"].includes(subject.kind)) return await question.show(subject);
    question.close();
    await new Page().start(subject);
  } catch (error) {
    const notice = document.getElementById("notice");
    notice.textContent = error.message;
    notice.hidden = false;
  }
}

// A page that comes back has to hear of everything again.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

show();
