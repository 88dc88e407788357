import { Button } from 'antd'
import './colleague.css'

/**
 * Shows the result: the link was sent to its owner, or has to be handed over because no SMS or mail provider is
 * configured.
 */
export function EntryLink({ link, close }: { link: string | null; close: () => void }) {
  return (
    <div role="status">
      {link ? (
        <>
          <p>短信与邮件尚未接入，请把下面的一次性链接当面或通过可靠的方式交给本人，由本人设置密码：</p>
          <p className="entry-link">{link}</p>
        </>
      ) : (
        <p>设置密码的一次性链接已发给本人。</p>
      )}
      <div className="form-actions">
        <Button type="primary" onClick={close}>
          完成
        </Button>
        {link && <Button onClick={() => void navigator.clipboard.writeText(link)}>复制链接</Button>}
      </div>
    </div>
  )
}
