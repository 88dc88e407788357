import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 投票: { ballot: '投票' } },
  actions: {
    'ballot.roll': '填写投票人名单',
    'ballot.tellers': '设计票员与公钥',
    'ballot.open': '开始投票',
    'ballot.remind': '提醒未参加的投票人',
    'ballot.extend': '延长投票',
    'ballot.letters': '给投票人口令信',
    'ballot.printLetters': '打印口令信',
    'ballot.paperTellers': '指定纸质选票计票员',
    'ballot.paper': '记下领取纸质选票',
    'ballot.paperBack': '撤回领取纸质选票',
    'ballot.strike': '剔除投票人',
    'ballot.close': '截止投票',
    'ballot.paperCount': '填写纸质选票计数',
    'ballot.discardCount': '撤下纸质选票计数',
    'ballot.count': '计票并公布',
    'ballot.void': '作废投票',
    'ballot.exportVoters': '导出投票人',
  },
  objects: {
    ballot: { name: '投票', route: id => `/staff/ballots/${id}`, history: { permission: 'staff:ballots' } },
  },
})
