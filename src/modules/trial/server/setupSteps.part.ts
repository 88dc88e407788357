import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { GO_LIVE_JOB } from './goLiveJob.ts'

defineSetupSteps({
  code: GO_LIVE_JOB,
  order: 1000,
  name: '正式上线',
  without: '网站仍在试用：搜索引擎不收录，消息不外发，打印的文件带“试用样本”字样',
  route: '/staff/go-live',
  lacks: async ctx => ((await readSetting(ctx, 'trial')) ? '其余各项备齐后，清除试用记录，从 1 开始编号' : null),
})
