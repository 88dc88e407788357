import { createHmac } from 'node:crypto'
import { secretIn } from '../signedProtocol.ts'
import type { StandIn } from '../standIn.ts'
import { openApi } from './api.ts'
import { openPages } from './pages.ts'
import { makePlatform } from './platform.ts'

/** App id of the service account, which is also bound to the merchant. */
export const APP_ID = 'wx0000000000000001'

/** 微信服务号 and the robot of 企业微信, with followers whose phones are pages. */
export const wechat: StandIn = {
  name: 'wechat',
  title: '微信服务号与企业微信机器人',
  open: async (app, stage) => {
    const secret = await secretIn(stage.folder)
    /** The same each time that it starts: what was bound before is bound still. */
    const letters = (what: string, length: number) =>
      createHmac('sha256', secret).update(what).digest('hex').slice(0, length)
    const account = {
      appId: APP_ID,
      appSecret: letters('app secret', 32),
      token: letters('token', 20),
      aesKey: `${letters('aes key', 42)}0`,
      robotKey: letters('robot key', 32),
    }
    const openidOf = (name: string) => `o${letters(`openid of ${name}`, 27)}`
    const platform = makePlatform({ account, openidOf, folder: stage.folder })
    openApi(app, platform, stage)
    openPages(app, platform, stage)
    return {
      WECHAT_APP_ID: account.appId,
      WECHAT_APP_SECRET: account.appSecret,
      WECHAT_TOKEN: account.token,
      WECHAT_AES_KEY: account.aesKey,
      WECHAT_API: stage.origin,
      WECHAT_OPEN: stage.origin,
      WECOM_ROBOT_KEY: account.robotKey,
      WECOM_API: stage.origin,
    }
  },
}
