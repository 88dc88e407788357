import { Component, type ReactNode } from 'react'

/**
 * A screen whose code cannot be loaded, as after a new release, or that failed: a reload helps, and what was typed is in
 * this tab's storage.
 */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="centre-card" role="alert">
        <h2>这一页没有打开</h2>
        <p>可能是网站刚刚更新，或者网络中断。重新载入即可；您已填写、尚未保存的内容保留在本机，载入后自动恢复。</p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          重新载入
        </button>
      </div>
    )
  }
}
