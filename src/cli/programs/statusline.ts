import { answerStatusLine } from "../status-line.ts";

answerStatusLine();
