import { defineForm, fieldsIn } from '#lib/form/form.ts'

const field = fieldsIn('')
export const newsletterFields = defineForm([
  field('title', '标题', { required: true, max: 60, hint: '也是邮件的主题，例如“协会简报 2026 年第 3 期”' }),
  field('intro', '卷首语', { kind: 'paragraph', max: 1000, hint: '放在最前面的几句话，可以不写' }),
])

export const subscriptionFields = defineForm([
  field('email', '邮箱', { kind: 'email', required: true, autocomplete: 'email' }),
  field('agree', '我已阅读并同意', { kind: 'agreement', required: true }),
])
