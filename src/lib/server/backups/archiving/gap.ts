import { join } from 'node:path'

/** Where it is noted that a segment could not be archived and was let go: what comes after it leads on from no base. */
export const gapIn = (dataDir: string) => join(dataDir, 'wal-gap')
