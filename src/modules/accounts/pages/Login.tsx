import { head } from '#layouts/head.ts'
import type { Route } from './+types/Login'
import { SignInSoon } from './SignInSoon.tsx'

export const meta = (args: Route.MetaArgs) => head(args, { name: '会员登录', hidden: true })

export default function Login() {
  return (
    <SignInSoon title="登录服务正在开通" lead="会员账号系统正在开通。开通之后，单位会员和个人会员都在这里登录。">
      <p>公开内容不需要登录：新闻与通知、政策与标准、证书查验、公示名单和培训信息都可以直接查看。</p>
    </SignInSoon>
  )
}
