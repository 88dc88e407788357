import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { isLeftToOthers, newestVerifiedBackup } from './backupHealth.ts'

// The first is made in the night by itself; who imports a whole register will not want to wait for it.
defineSetupSteps({
  code: 'backup',
  order: 170,
  name: '备份',
  without: '磁盘损坏或误操作以后，数据找不回来',
  route: '/staff/backups',
  isOptional: true,
  lacks: async ({ db, config }) => {
    if (await isLeftToOthers({ db, config })) return '自动备份已关闭（BACKUP_AT=off），请确认另有备份'
    return (await newestVerifiedBackup({ db })) ? null : '还没有校验过的备份，可以立即备份一次'
  },
})
