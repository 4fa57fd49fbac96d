import { resume } from "./writes.js";

resume();
