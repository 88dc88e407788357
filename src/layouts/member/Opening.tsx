import { NotOpened } from '../NotOpened.tsx'

export const Opening = () => (
  <>
    <div className="centre-card centre-opening">
      <p role="status">正在打开会员中心…</p>
      <noscript>会员中心需要启用 JavaScript。公开的新闻、公示与证书查验不需要。</noscript>
    </div>
    <NotOpened hidden />
  </>
)
