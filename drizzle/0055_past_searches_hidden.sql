ALTER TABLE "past_search" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
create trigger content_changed_hidden after update of is_hidden on past_search
  for each statement execute function content_changed();
