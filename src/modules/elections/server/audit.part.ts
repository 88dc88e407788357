import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 换届选举: { election: '换届选举', electionRule: '选举办法' } },
  actions: {
    'election.committee': '设置换届工作机构',
    'election.exportRoll': '导出选举人名册',
    'election.contests': '设置名额',
    'election.freeze': '冻结选举人名册',
    'election.unfreeze': '撤回选举人名册',
    'election.objection': '提出名册异议',
    'election.decideObjection': '处理名册异议',
    'election.openNominations': '开始提名',
    'election.nominate': '提名候选人',
    'election.consent': '答复提名',
    'election.review': '审查被提名人',
    'election.publishCandidates': '公布候选人',
    'election.reopenNominations': '撤回候选人名单',
    'election.ballots': '准备投票',
    'election.decided': '选举产生结果',
    'election.ballotVoid': '投票作废，结果撤销',
    'election.reopened': '名额空出，再次投票',
    'election.settleTie': '决定票数相同的名额',
    'election.confirm': '确认选举结果',
    'election.endTerm': '登记届满日',
    'election.article': '写成公告',
    'election.filed': '登记备案',
    'election.cancel': '取消换届选举',
  },
  objects: {
    election: {
      name: '换届选举',
      route: id => `/staff/elections/${id}`,
      history: { permission: 'staff:elections' },
    },
    electionRule: { name: '选举办法', route: () => '/staff/elections/rules' },
  },
})
