import { defineTodos } from '#modules/review/applying/server/todos.ts'
import { isComplete, ownAccount } from '../own.ts'

/** Nothing can be applied for until the profile is complete. */
defineTodos(async ctx => {
  const { own, profile } = await ownAccount(ctx)
  if (isComplete(own)) return []
  return [
    {
      key: 'profile',
      kindName: '资料',
      title: profile.kind === 'organisation' ? '单位资料' : '个人资料',
      number: null,
      statusName: '未填写',
      actName: '完善资料',
      route: '/admin/user/profile',
      dueOn: null,
      applicationId: null,
      duties: ['all'],
    },
  ]
})
