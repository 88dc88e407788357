import { fileURLToPath } from 'node:url'
import type { Config } from '../../process/config.ts'

/**
 * archive_timeout in s: maximum age of a change in a segment that is not full. With upload time included, less than a
 * minute.
 */
const ARCHIVE_TIMEOUT_S = 30

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const archiveSegment = new URL('./archiveSegment.ts', import.meta.url)
const fetchSegment = new URL('./fetchSegment.ts', import.meta.url)
/** PostgreSQL runs it in its data directory, and our settings may name paths from where the program was started. */
function command({ dataDir }: Config, program: URL, words: string) {
  const started = `${quoted(process.execPath)} ${quoted(fileURLToPath(program))}`
  return `here="$PWD"; cd ${quoted(process.cwd())} && DATA_DIR=${quoted(dataDir)} exec ${started} ${words}`.replaceAll(
    /%(?![pf])/g,
    '%%',
  )
}

/** PostgreSQL settings that archive the log of the built-in server. */
export function archiveSettings(config: Config): Record<string, string> {
  if (!config.backup.wal) return {}
  return {
    archive_mode: 'on',
    archive_command: command(config, archiveSegment, '"$here/%p" %f'),
    archive_timeout: `${ARCHIVE_TIMEOUT_S}s`,
  }
}

/** Content of the recovery configuration in the restored data directory. */
export const recoverySettings = (config: Config, system: string, to: string | undefined) =>
  [
    ['restore_command', command(config, fetchSegment, `${system} %f "$here/%p"`)],
    ['recovery_target_timeline', 'latest'],
    ['recovery_target_action', 'promote'],
    ...(to ? [['recovery_target_time', to]] : []),
  ]
    .map(([name, value]) => `${name} = '${value!.replaceAll("'", "''")}'\n`)
    .join('')
