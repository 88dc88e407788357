import './newsletter.css'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { pathId } from '#api/load.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import { minute } from '#lib/dates.ts'
import { AWAITING_APPROVAL, isRefusal } from '#lib/error.ts'
import { Facts } from '#ui/Facts.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffNewsletter'
import { type Issue, IssueForm } from './IssueForm.tsx'

export { staffNewsletter as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/newsletter/detail', { id: pathId(params.id) }),
)

/** One issue: how it reads as mail, as text and for WeChat, to how many it goes, and how far sending has come. */
export default function StaffNewsletter({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const { isEditing, edit, form } = useEditing()
  if (isEditing) return <IssueForm of={of} {...form} />
  return (
    <>
      <Head of={of} edit={edit} />
      {of.mailingId !== null && <Delivery mailingId={of.mailingId} />}
      <section className="desk-card">
        <h2>邮件的样子</h2>
        <iframe className="newsletter-frame" title="邮件" sandbox="" srcDoc={of.html} />
        <details>
          <summary>纯文本部分</summary>
          <pre className="newsletter-plain">{of.text}</pre>
        </details>
      </section>
    </>
  )
}

type Dialog = 'test' | 'send' | 'remove'

function Head({ of, edit }: { of: Issue; edit: () => void }) {
  const [dialog, setDialog] = useState<Dialog>()
  const hidden = of.chosen.filter(({ isPublic }) => !isPublic)
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.title}</h2>
        <span className="form-actions">
          <Button onClick={() => void copyForWechat(of.wechat)}>复制到公众号</Button>
          <Button onClick={() => setDialog('test')}>试发给自己</Button>
          {of.state === 'draft' && (
            <>
              <Button onClick={() => setDialog('remove')}>删除</Button>
              <Button onClick={edit}>修改</Button>
              <Button type="primary" onClick={() => setDialog('send')}>
                发送…
              </Button>
            </>
          )}
        </span>
      </div>
      {of.state === 'draft' && hidden.length > 0 && (
        <Problem>{`${hidden.map(({ title }) => `“${title}”`).join('、')}现在不公开，须移去才能发出。`}</Problem>
      )}
      <Facts
        facts={[
          [
            '状态',
            of.state === 'sent' ? (
              <Tag key="sent" tone="good">
                已发出
              </Tag>
            ) : (
              <Tag key="draft">草稿</Tag>
            ),
          ],
          ['发出', of.sentTime && minute(of.sentTime)],
          ['内容', `${of.chosen.length} 项`],
          of.state === 'draft'
            ? ['将发到', `${of.reached} 个邮箱${of.bounced ? `；另有 ${of.bounced} 个连续退信，不再发送` : ''}`]
            : ['公开页面', <Link key="page" to={`/admin/newsletter/${of.id}`}>{`/admin/newsletter/${of.id}`}</Link>],
          ['编写', of.createdName],
        ]}
      />
      {dialog && <ActDialog of={of} act={dialog} close={() => setDialog(undefined)} />}
    </section>
  )
}

/** Rich text: the editor of the official account keeps headings and colours of what is pasted. */
async function copyForWechat(html: string) {
  try {
    const plain = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
    await navigator.clipboard.write([
      new ClipboardItem({
        'text/html': new Blob([html], { type: 'text/html' }),
        'text/plain': new Blob([plain], { type: 'text/plain' }),
      }),
    ])
    announce('已复制，请在公众号的编辑框中粘贴；公众号不接受站外链接，网址写在文字中')
  } catch {
    announce('浏览器不允许复制，请在地址以 https 开头的页面上再试')
  }
}

function ActDialog({ of, act, close }: { of: Issue; act: Dialog; close: () => void }) {
  const revalidate = useRevalidate()
  const navigate = useNavigate()
  const seen = { id: of.id, version: of.version }
  if (act === 'test')
    return (
      <FormDialog
        title="试发给自己"
        intro={<p>发一封到您账号登记的邮箱，标题前加“试发”；其中的退订链接不起作用。</p>}
        action="试发"
        send={async () => {
          const { to } = await browserApi('POST /staff/newsletter/test', { id: of.id })
          announce(of.isMailOnlyWritten ? '没有接入邮件服务，只写入了文件' : `已发到 ${to}`)
        }}
        close={close}
      />
    )
  if (act === 'remove')
    return (
      <FormDialog
        title={`删除：${of.title}`}
        intro={<p>草稿删除后不能恢复；其中的文章和培训班不受影响。</p>}
        action="删除"
        danger
        send={async () => {
          await browserApi('POST /staff/newsletter/remove', seen)
          announce('已删除')
          await navigate('/staff/newsletters')
        }}
        close={close}
      />
    )
  const send = async () => {
    try {
      const { addresses } = await browserApi('POST /staff/newsletter/send', seen)
      announce(`已开始发送到 ${addresses} 个邮箱`)
    } catch (error) {
      if (!isRefusal(error) || error.code !== AWAITING_APPROVAL) throw error
      announce('已提出，另一位同事同意后发出')
    }
    void revalidate()
  }
  return (
    <FormDialog
      title={`发送：${of.title}`}
      intro={
        <p>
          发到订阅的 {of.reached} 个邮箱
          {of.bounced > 0 && `（另有 ${of.bounced} 个连续退信，不发）`}，同时在网站上公开，此后不能修改。
          没有发完时可以停止；已经发出的不能撤回。
          {of.isMailOnlyWritten && '没有接入邮件服务：只写入服务器上的文件，谁也收不到。'}
        </p>
      }
      action={`发到 ${of.reached} 个邮箱`}
      disabled={of.reached === 0}
      send={send}
      close={close}
    />
  )
}

const POLL_INTERVAL_MS = 5_000

/** How far the mailing has come, by what the mail server answered. */
function Delivery({ mailingId }: { mailingId: number }) {
  const answer = useApi('GET /staff/mailing/detail', { id: mailingId })
  const { submit, busy, error } = useSubmit('POST /staff/mailing/stop')
  const { reload } = answer
  const isUnderWay = answer.data?.state === 'sending' || (answer.data?.mails.queued ?? 0) > 0
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(reload, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isUnderWay, reload])
  const stop = async () => {
    const stopped = await submit({ id: mailingId })
    if (stopped) announce(`已停止，此前已交发 ${stopped.told} 封`)
    reload()
  }
  return (
    <section className="desk-card" aria-live="polite">
      <h2>发送情况</h2>
      <Problem>{error?.message}</Problem>
      <States answer={answer} lines={4}>
        {of => (
          <>
            <Facts
              facts={[
                ['进度', `${of.stateName}，已交发 ${of.told} / ${of.total}`],
                ['邮件服务器接受', `${of.mails.sent} 封`],
                ['等待发送', `${of.mails.queued} 封`],
                ['退信或失败', `${of.mails.failed} 封`],
                ['只写入文件', of.mails.written > 0 && `${of.mails.written} 封，没有接入邮件服务`],
                ['试用期未发', of.mails.trial > 0 && `${of.mails.trial} 封`],
              ]}
            />
            <p>
              退信按邮件服务器当场的答复统计；接受后又退回发信邮箱的，不在其内，请在发信邮箱查看。同一邮箱连续退信 3
              次后不再发送。
            </p>
            {of.state === 'sending' && (
              <Button loading={busy} onClick={() => void stop()}>
                停止发送
              </Button>
            )}
          </>
        )}
      </States>
    </section>
  )
}
