import { useState } from 'react'
import { readEnvelope, unwrap } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { tokenHeader } from '#api/session.ts'
import { toRefusal } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { Refusal } from '#lib/error.ts'
import { FileButton } from '#ui/file/FileButton.tsx'

const KEY = 'POST /staff/article/document'

async function readDocument(file: File): Promise<Output<ApiContract[typeof KEY]>> {
  const body = new FormData()
  body.append('file', file)
  const sent = fetch('/api/staff/article/document', { method: 'POST', headers: tokenHeader(), body })
  const response = await sent.catch(() => {
    throw new Refusal(0, '网络中断，文件没有上传完，请重试')
  })
  return unwrap(KEY, response.status, await readEnvelope(response))
}

type State = { busy: boolean; said: string; notes: readonly string[] }

/** Puts the text of a Word document into an article, and says what did not come along. */
export function WordDocument({ insert }: { insert: (html: string) => void }) {
  const [{ busy, said, notes }, setState] = useState<State>({ busy: false, said: '', notes: [] })
  const take = async (file: File) => {
    setState({ busy: true, said: `正在读取 ${file.name}…`, notes: [] })
    try {
      const { html, notes } = await readDocument(file)
      insert(html)
      setState({ busy: false, said: `已放入 ${file.name} 的内容${notes.length > 0 ? '，请留意：' : ''}`, notes })
    } catch (error) {
      setState({ busy: false, said: `${file.name}：${toRefusal(error).message}`, notes: [] })
    }
  }
  return (
    <div className="writing-document">
      <FileButton loading={busy} accept=".docx,.doc,.wps" read={take}>
        从 Word 文档（.docx）放入
      </FileButton>
      <div role="status">
        {said || '放在光标处；修订按接受后，批注和页眉页脚不带入'}
        {notes.length > 0 && (
          <ul>
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
