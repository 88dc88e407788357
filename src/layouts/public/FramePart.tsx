import { createContext, type ReactNode, use } from 'react'

/** Mark of the parts to leave out, while the server renders a page whose frame is kept (`keptFrame.ts`). */
export const FrameMark = createContext<string | undefined>(undefined)

/** A part of what stands around every public page. */
export function FramePart({ name, children }: { name: 'header' | 'side' | 'footer'; children: ReactNode }) {
  const mark = use(FrameMark)
  return mark ? <i data-part={`${mark} ${name}`} /> : children
}
