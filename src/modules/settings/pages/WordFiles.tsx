import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { FormValues } from '#lib/form/form.ts'
import { wordsIn } from '../wordLines.ts'

type List = 'forbidden' | 'doubtful'
type Props = { lists: Record<List, string>; typed: FormValues; change: (values: FormValues) => void }

const MAX_FILE_BYTES = 200_000

/** Lists from a file and into one: a line a word. What is read is added, and saved with the form. */
export function WordFiles({ lists, typed, change }: Props) {
  const [said, say] = useState('')
  const picker = useRef<HTMLInputElement>(null)
  const list = useRef<List>('forbidden')
  const textOf = (name: List) => String(typed[name] ?? '')
  const read = async (file: File) => {
    const name = list.current
    if (file.size > MAX_FILE_BYTES) return say('文件过大，请只留词语，每行一个')
    const text = (await file.text()).replace(/^\uFEFF/, '').replace(/[,\t]/g, ' ')
    const known = new Set(wordsIn(textOf(name)).map(({ word }) => word))
    const fresh = wordsIn(text).filter(({ word }) => !known.has(word) && known.add(word))
    const lines = fresh.map(({ word, instead }) => `${word} ${instead}`.trim())
    change({ ...typed, [name]: [textOf(name).trim(), ...lines].filter(Boolean).join('\n') })
    say(`${lists[name]}：从文件加入 ${fresh.length} 个，保存后生效`)
  }
  const save = (name: List) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`\uFEFF${textOf(name)}\n`], { type: 'text/plain' }))
    link.download = `${lists[name]}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <section aria-label="名单的导入与导出">
      <p>
        {(['forbidden', 'doubtful'] as const).map(name => (
          <span key={name}>
            <Button
              onClick={() => {
                list.current = name
                picker.current?.click()
              }}
            >
              从文件加入{lists[name]}
            </Button>{' '}
            <Button disabled={textOf(name).trim() === ''} onClick={() => save(name)}>
              导出{lists[name]}
            </Button>{' '}
          </span>
        ))}
      </p>
      <p className="field-hint">文本或 CSV 文件（UTF-8），每行一个词，后面可以写建议用语。</p>
      <p role="status">{said}</p>
      <input
        ref={picker}
        type="file"
        accept=".txt,.csv,text/plain"
        hidden
        aria-label="名单文件"
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) void read(file)
          event.target.value = ''
        }}
      />
    </section>
  )
}
