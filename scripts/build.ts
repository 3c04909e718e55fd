/** `npm run build`: builds the browser's code unless the last build has the same sources. */
import { buildClient } from './start/buildClient.ts'

const built = await buildClient(process.cwd())
console.log(built ? 'built dist/client' : 'dist/client is up to date')
