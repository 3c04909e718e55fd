import { fileURLToPath } from 'node:url'

/** Root of the project, without a slash at the end. */
export const PROJECT_DIRECTORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
