import { NotOpened } from '../NotOpened.tsx'

export const Opening = () => (
  <>
    <div className="centre-opening">
      <p role="status">正在打开会员中心…</p>
      {/* The shape of a screen: its heading, and cards of lines. */}
      <div className="skeleton" aria-hidden="true">
        <i />
        <div className="centre-card">
          <i />
          <i />
        </div>
        <div className="centre-card">
          <i />
          <i />
          <i />
        </div>
      </div>
      <noscript>会员中心需要启用 JavaScript。公开的新闻、公示与证书查验不需要。</noscript>
    </div>
    <NotOpened hidden />
  </>
)
