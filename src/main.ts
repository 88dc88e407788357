import { readConfig } from '#lib/server/process/config.ts'
import { runProgram } from '#lib/server/process/lifetime.ts'
import { logSink } from '#lib/server/process/logSink.ts'
import { keepCompiled, quickenImports } from '#lib/server/process/quickImports.ts'
import { misspeltSettings } from '#lib/server/process/settingNames.ts'

const dev = process.argv.includes('--dev')
// React renders several times slower without it.
process.env.NODE_ENV ??= dev ? 'development' : 'production'

const say = (line: string) => process.stderr.write(`${line}\n`)

/** Maximum wait in ms for the last log lines: a log that cannot be written must not delay the exit. */
const LOG_FLUSH_TIMEOUT_MS = 1_000

runProgram(async atEnd => {
  atEnd(() => logSink.rest(LOG_FLUSH_TIMEOUT_MS))
  for (const line of misspeltSettings()) say(line)
  const config = readConfig()
  keepCompiled(config.dataDir)
  quickenImports()
  // Thousands of files: a wrong setting is told before they are read.
  const { serve } = await import('./serve.ts')
  await serve(config, atEnd, { dev, say })
}, say)
