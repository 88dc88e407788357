import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 问卷: { survey: '问卷', surveyTemplate: '问卷模板' } },
  actions: {
    'survey.question': '写问卷的题目',
    'survey.questions': '移动、删去问卷的题目',
    'survey.open': '发布问卷',
    'survey.publish': '发布修改后的题目',
    'survey.close': '截止问卷',
    'survey.reopen': '再开放问卷',
    'survey.roll': '加入问卷名单',
    'survey.rollRemove': '从问卷名单上去掉',
    'survey.remind': '催交问卷',
    'survey.enter': '代填答卷',
    'survey.late': '准许迟交问卷',
    'survey.results': '公开、收回问卷的结果',
    'survey.reply': '答复问卷中的意见',
    'survey.exportRoll': '导出问卷名单',
    'survey.exportAnswers': '导出答卷的清单',
    'survey.data': '下载全部答卷',
    'survey.erase': '按保存期限清除答卷中的名字和联系方式',
  },
  objects: {
    surveyTemplate: { name: '问卷模板', route: () => '/staff/surveys/templates' },
    survey: { name: '问卷', route: id => `/staff/surveys/${id}`, history: { permission: 'staff:surveys' } },
  },
})
