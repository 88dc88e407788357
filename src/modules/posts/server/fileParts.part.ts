import { defineFilePart } from '#modules/members/server/companyFile.ts'
import { appointmentStateNames } from '../appointmentFilters.ts'
import { appointmentsOf } from './appointmentFile.ts'

const tones = { current: 'good', ended: 'plain', coming: 'water' } as const

defineFilePart('appointments', {
  title: '在协会的任职',
  empty: '没有任职',
  order: 15,
  isRare: true,
  rows: async (ctx, organisationId, limit) =>
    (await appointmentsOf(ctx, organisationId)).slice(0, limit).map(({ of, body, post, termNumber, until, state }) => ({
      key: of.id,
      title: `${of.personName}　${body.name}${post.name}`,
      text: `${termNumber ?? ''}　${of.fromDay} 至 ${until ?? '未定'}`.trim(),
      state: { name: appointmentStateNames[state], tone: tones[state] },
      route: `/staff/appointments/${of.id}`,
      endsOn: state === 'current' ? until : null,
    })),
})
