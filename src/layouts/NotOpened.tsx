/** A reload helps, as after a new release, and what was typed is in this tab's storage. */
export const NotOpened = ({ hidden = false }) => (
  <div className="centre-card not-opened" role="alert" hidden={hidden}>
    <h2>这一页没有打开</h2>
    <p>
      页面程序出了错，或者没有完整载入。请重新载入；仍然打不开的，请把这一页的网址告诉协会。您已填写、尚未保存的内容保留在本机，载入后自动恢复。
    </p>
    <button type="button" className="button primary" onClick={() => location.reload()}>
      重新载入
    </button>
  </div>
)
