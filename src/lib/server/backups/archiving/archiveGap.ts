import { join } from 'node:path'

/** Path of the note that a segment could not be archived and was dropped: later segments continue no base. */
export const gapNotePath = (dataDir: string) => join(dataDir, 'wal-gap')
