import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { announce } from '#api/session.ts'
import { Prose } from '#ui/richText/Prose.tsx'

/** `children`: what may be made of it. */
type Props = { title: string; html: string; children?: ReactNode }

/** The text of a public announcement: it becomes an article, or is pasted somewhere with its formatting. */
export function Announcement({ title, html, children }: Props) {
  const [problem, setProblem] = useState(false)
  const copy = async () => {
    const text = new DOMParser().parseFromString(html, 'text/html').body.textContent
    const parts = { 'text/html': new Blob([html], { type: 'text/html' }), 'text/plain': new Blob([text]) }
    try {
      await navigator.clipboard.write([new ClipboardItem(parts)])
      announce('公示文稿已复制，可以粘贴到文章中')
    } catch {
      setProblem(true)
    }
  }
  return (
    <section className="desk-card">
      <h2>公示文稿：{title}</h2>
      <div className="meeting-draft">
        <Prose html={html} />
      </div>
      {children}
      {problem && <p role="alert">浏览器不允许复制，请选中上面的文稿手工复制。</p>}
      <div className="form-actions">
        <Button onClick={() => void copy()}>复制文稿</Button>
      </div>
    </section>
  )
}
