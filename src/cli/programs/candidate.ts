import { candidateCommand } from "../commands/candidate.ts";
import { runProgram } from "./run.ts";

runProgram(candidateCommand);
