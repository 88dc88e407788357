import { head } from '#layouts/head.ts'
import type { Route } from './+types/UserCentre'
import { SignInSoon } from './SignInSoon.tsx'

export const meta = (args: Route.MetaArgs) => head(args, { name: '会员中心', hidden: true })

export default function UserCentre() {
  return (
    <SignInSoon
      title="会员中心正在开通"
      lead="会员中心正在开通。在此之前，各项业务可以下载表格、由协会秘书处直接为您办理。"
    >
      <p>公开内容不需要登录：新闻与通知、政策与标准、证书查验、公示名单和培训信息都可以直接查看。</p>
    </SignInSoon>
  )
}
