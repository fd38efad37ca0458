/** The MCP server of the plugin as a program. */
import { serve } from "./server.ts";

serve();
