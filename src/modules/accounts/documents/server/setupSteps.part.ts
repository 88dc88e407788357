import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { documentsToDo } from './documentDesk.ts'

defineSetupSteps({
  code: 'documents',
  order: 70,
  name: '隐私政策与用户协议',
  without: '会员同意的是程序自带的文本，与本会的做法可能不符',
  route: '/staff/documents',
  isOptional: true,
  lacks: documentsToDo,
})
