import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

const server = process.env['TOUCHSTONE_SERVER'] ?? 'http://127.0.0.1:4180'

export default defineConfig({
  root: 'client',
  // Relative addresses, so that the built client also works under a sub-path.
  base: './',
  plugins: [solid()],
  build: { outDir: '../dist/client', emptyOutDir: true, target: 'es2023', sourcemap: true },
  server: { port: 4181, proxy: { '/api': server, '/sign-in': server, '/live': { target: server, ws: true } } },
})
