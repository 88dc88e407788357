import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { readSetting } from './settings.ts'

const isHttps = (url: string) => url.startsWith('https://')

defineSetupSteps(
  {
    code: 'identity',
    order: 10,
    name: '协会名称与简介',
    without: '页眉、页脚、证书和打印件上显示的是“行业协会”',
    route: '/staff/settings#identity',
    lacks: async ctx => ((await readSetting(ctx, 'association'))?.name ? null : '还没有填写协会名称'),
  },
  {
    code: 'emblem',
    order: 20,
    name: '徽标与二维码',
    without: '页眉、浏览器标签和分享出去的链接显示程序自带的图案',
    route: '/staff/settings#pictures',
    isOptional: true,
    lacks: async ctx => ((await readSetting(ctx, 'association'))?.logo ? null : '还没有上传徽标'),
  },
  {
    code: 'colours',
    order: 30,
    name: '颜色',
    without: '网站是程序自带的蓝色和橙色',
    route: '/staff/settings#colours',
    isOptional: true,
    lacks: async ctx => ((await readSetting(ctx, 'colours')) ? null : '还没有选定主色和辅色'),
  },
  {
    code: 'contact',
    order: 40,
    name: '联系方式与备案号',
    without: '访客找不到协会，页脚没有备案号',
    route: '/staff/settings#contact',
    lacks: async ctx => {
      const { phone = '', icp = '' } = (await readSetting(ctx, 'association')) ?? {}
      const missing = [!phone && '电话', !icp && 'ICP 备案号'].filter(Boolean)
      return missing.length ? `还没有填写${missing.join('和')}` : null
    },
  },
  {
    code: 'payAccount',
    order: 50,
    name: '收款账户',
    without: '缴费通知单上没有账号，会费和培训费无处可汇',
    route: '/staff/settings#payAccount',
    lacks: async ctx => ((await readSetting(ctx, 'payAccount'))?.number ? null : '还没有填写收款账户'),
  },
  {
    code: 'address',
    order: 60,
    name: '网址与 HTTPS',
    without: '浏览器会提示“不安全”，二维码和消息里的链接打不开',
    route: null,
    lacks: ({ config }) =>
      isHttps(config.publicUrl) ? null : `PUBLIC_URL 现为 ${config.publicUrl}，上线前应改为 https:// 开头的正式网址`,
  },
)
