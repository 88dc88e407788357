import { head } from '#layouts/head.ts'
import type { Route } from './+types/Register'
import { SignInSoon } from './SignInSoon.tsx'

export const meta = (args: Route.MetaArgs) => head(args, { name: '注册账号', hidden: true })

export default function Register() {
  return (
    <SignInSoon
      title="注册服务正在开通"
      lead="单位和个人注册正在开通。开通之后，用手机号即可注册，并在网上完成入会、能力评价和培训报名。"
    >
      <p>公开内容不需要登录：新闻与通知、政策与标准、证书查验、公示名单和培训信息都可以直接查看。</p>
    </SignInSoon>
  )
}
