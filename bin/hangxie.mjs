#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, nodeToRun, root, run, runMain } from './prepare.mjs'

// Never installs: on a server, a command must not change the program that is serving.
await runMain(async () => {
  if (!existsSync(join(root, 'node_modules/drizzle-orm')))
    throw new Failure(`${root} 里还没有安装软件包：请先运行 npm start，或 npm ci && npm run build。`)
  const args = [join(root, 'src/cli.ts'), ...process.argv.slice(2)]
  const { code } = await run(nodeToRun(), args, { env: { NODE_ENV: 'production' }, cwd: process.cwd() })
  process.exitCode = code
})
