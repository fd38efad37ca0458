import { writeCommand } from "../commands/write.ts";
import { runProgram } from "./run.ts";

runProgram(writeCommand);
