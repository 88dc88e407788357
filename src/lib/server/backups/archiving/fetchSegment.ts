import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { readConfig } from '../../process/config.ts'
import { keysOf } from '../addresses.ts'
import { walPlaceOf } from '../place.ts'
import { segmentName } from './names.ts'
import { openSealed } from './sealing.ts'

/**
 * PostgreSQL runs this as restore_command: `fetchSegment.ts SYSTEM NAME PATH`. Exit code 1: no such segment; 200: it
 * cannot be read.
 */
const [system = '', name = '', path = ''] = process.argv.slice(2)

const config = readConfig()
const place = await walPlaceOf(config)
const wanted = segmentName(system, name)
if (!place || !(await place.list(wanted)).some(({ name }) => name === wanted)) process.exit(1)
try {
  await pipeline(await openSealed(place, wanted, await keysOf(config)), createWriteStream(`${path}.part`))
  await rename(`${path}.part`, path)
} catch (error) {
  process.stderr.write(`cannot fetch ${name}: ${(error as Error).message}\n`)
  // An exit code above 125 makes PostgreSQL abort the recovery, instead of taking half a log for all of it.
  process.exit(200)
}
