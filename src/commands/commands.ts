import { adminCreate, adminList, adminReset } from './admin.ts'
import { auditVerify } from './audit.ts'
import { backup } from './backup.ts'
import { backupKey, backupList, backupRun, backupVerify } from './backups.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { maintenance } from './maintenance.ts'
import { migrate, migrateStatus } from './migrate.ts'
import { packApply, packCheck, packExport, packList } from './pack.ts'
import { reindex } from './reindex.ts'
import { restore } from './restore.ts'
import { sbom } from './sbom.ts'

/** What `hangxie` can be told to do, by its one or two words. */
export const commands: Record<string, Command> = {
  migrate,
  'migrate status': migrateStatus,
  demo,
  doctor,
  maintenance,
  backup,
  'backup run': backupRun,
  'backup list': backupList,
  'backup verify': backupVerify,
  'backup key': backupKey,
  restore,
  reindex,
  sbom,
  'pack list': packList,
  'pack check': packCheck,
  'pack apply': packApply,
  'pack export': packExport,
  'admin create': adminCreate,
  'admin reset': adminReset,
  'admin list': adminList,
  'audit verify': auditVerify,
}
