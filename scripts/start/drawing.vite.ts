/** The build of what draws first screens on the server (`vite build --config`): the renderer in one folder of modules for Node, with React's production
 *  code whatever the server's NODE_ENV says. */
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const project = join(import.meta.dirname, '../..')

export default defineConfig({
  root: join(project, 'renderer'),
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'drawFirst.tsx',
    target: 'node20',
    minify: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 5000,
  },
})
