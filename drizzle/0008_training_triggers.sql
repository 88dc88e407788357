-- Participants of the version before know their person only.
update participant set course_id = registration.course_id, name = person.name, sex = person.sex, id_type = person.id_type,
  id_number_sealed = person.id_number_sealed, mobile_sealed = person.mobile_sealed, mobile_hash = person.mobile_hash,
  education = person.education, job_title = person.job_title, position = person.position,
  is_active = registration.status not in ('draft', 'cancelled', 'refunded')
from registration, person
where registration.id = participant.registration_id and person.id = participant.person_id;
--> statement-breakpoint
update participant set id_number_hash = person.id_number_hash from person
where person.id = participant.person_id and not exists (
  select 1 from participant other where other.course_id = participant.course_id and other.person_id = participant.person_id
  and other.is_active and other.id < participant.id);
--> statement-breakpoint
-- Who works somewhere has done so since the association was told.
insert into employment (person_id, organisation_id, from_day, began)
select id, organisation_id, (created_at at time zone 'Asia/Shanghai')::date, 'register' from person where organisation_id is not null
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on public_notice_table
for each statement execute function content_changed();
--> statement-breakpoint
-- Of who takes part the public sees how many places are left: what is typed, scored or ticked off changes no page.
drop trigger content_changed on registration;
--> statement-breakpoint
create trigger content_changed after truncate on registration for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed_insert after insert on registration for each row
when (new.status <> 'draft') execute function content_changed();
--> statement-breakpoint
create trigger content_changed_update after update on registration for each row
when (old.status is distinct from new.status) execute function content_changed();
--> statement-breakpoint
create trigger content_changed_delete after delete on registration for each row
when (old.status <> 'draft') execute function content_changed();
--> statement-breakpoint
drop trigger content_changed on participant;
--> statement-breakpoint
create trigger content_changed after insert or delete or truncate on participant
for each statement execute function content_changed();
--> statement-breakpoint
create trigger content_changed_update after update on participant for each row
when (old.is_active is distinct from new.is_active) execute function content_changed();
