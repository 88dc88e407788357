import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { become, install, root, runMain } from './prepare.mjs'

const inside = folder => readdirSync(join(root, folder)).map(name => `${folder}/${name}`)
const sources = folder => inside(folder).filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))

const foldersIn = folder => inside(folder).filter(path => statSync(join(root, path)).isDirectory())

/** What restarts the server: the files that run on it. Pages are not among them, Vite reloads those. */
function serverFiles() {
  const modules = foldersIn('src/modules')
  const parts = [...modules, ...modules.flatMap(foldersIn)].filter(path => !/\/(server|pages)$/.test(path))
  const folders = ['src/lib', 'src/commands', ...parts.map(folder => `${folder}/server`)]
  const files = [...sources('src'), ...parts.flatMap(sources), 'src/api/contract.ts', 'src/api/sections.ts']
  const ofVite = ['src/render.ts', 'src/routes.ts', 'src/vite.d.ts']
  return [...folders, ...files].filter(path => existsSync(join(root, path)) && !ofVite.includes(path))
}

await runMain(async () => {
  await install({ dev: true })
  const watch = serverFiles().map(path => `--watch-path=${path}`)
  await become([...watch, '--watch-preserve-output', 'src/main.ts', '--dev'], { NODE_ENV: 'development' })
})
