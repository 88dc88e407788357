import type { Command } from './command.ts'

/** Commands of `hangxie`, by one or two words. The code of a command is loaded only when it runs. */
export const commands: Record<string, () => Promise<Command>> = {
  migrate: async () => (await import('./migrate.ts')).migrate,
  'migrate status': async () => (await import('./migrate.ts')).migrateStatus,
  demo: async () => (await import('./demo.ts')).demo,
  doctor: async () => (await import('./doctor.ts')).doctor,
  maintenance: async () => (await import('./maintenance.ts')).maintenance,
  backup: async () => (await import('./backup.ts')).backup,
  'backup run': async () => (await import('./backups.ts')).backupRun,
  'backup list': async () => (await import('./backups.ts')).backupList,
  'backup verify': async () => (await import('./backups.ts')).backupVerify,
  'backup key': async () => (await import('./backups.ts')).backupKey,
  restore: async () => (await import('./restore.ts')).restore,
  reindex: async () => (await import('./reindex.ts')).reindex,
  sbom: async () => (await import('./sbom.ts')).sbom,
  'pack list': async () => (await import('./pack.ts')).packList,
  'pack check': async () => (await import('./pack.ts')).packCheck,
  'pack apply': async () => (await import('./pack.ts')).packApply,
  'pack export': async () => (await import('./pack.ts')).packExport,
  'admin create': async () => (await import('./admin.ts')).adminCreate,
  'admin reset': async () => (await import('./admin.ts')).adminReset,
  'admin list': async () => (await import('./admin.ts')).adminList,
  'keys list': async () => (await import('./keys.ts')).keysList,
  'keys replace': async () => (await import('./keys.ts')).keysReplace,
  'keys lost': async () => (await import('./keys.ts')).keysLost,
  'audit verify': async () => (await import('./audit.ts')).auditVerify,
}
