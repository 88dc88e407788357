import { ActButton } from '#ui/act/Acts.tsx'
import { type AgendaItem, type EffectForms, prepareEffect, removeEffect } from './motionActs.tsx'

/** What happens, or happened, once the motion has passed. */
export const EffectNote = ({ effect }: Pick<AgendaItem, 'effect'>) =>
  effect && (
    <p className="meeting-effect">
      {effect.isDone ? '已办理：' : '通过后：'}
      {effect.sentences.join('；')}（{effect.preparedName} 准备）
    </p>
  )

/** Prepares it, or takes that back. */
export function EffectActs({ item, forms, changed }: { item: AgendaItem; forms: EffectForms; changed: () => void }) {
  if (item.effect) return <ActButton act={removeEffect} of={item} called={item.title} reload={changed} size="small" />
  if (forms.length === 0) return null
  return <ActButton act={prepareEffect} of={{ item, forms }} called={item.title} reload={changed} size="small" />
}
