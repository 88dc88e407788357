-- A notice is public. A file is not, until something public refers to it: members' uploads leave kept pages alone.
create trigger content_changed after insert or update or delete or truncate on public_notice
  for each statement execute function content_changed();
--> statement-breakpoint
drop trigger content_changed on file;
--> statement-breakpoint
-- Whoever sends messages out hears of new ones when the transaction commits.
create function outbox_filled() returns trigger language plpgsql as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;
--> statement-breakpoint
create trigger outbox_filled after insert on outbox for each statement execute function outbox_filled();
