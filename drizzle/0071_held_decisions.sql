CREATE TABLE "held_decision" (
	"event_id" integer PRIMARY KEY NOT NULL,
	"application_id" integer NOT NULL,
	"say" text DEFAULT '' NOT NULL,
	"before" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_event" ADD COLUMN "exceptions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "application_event" ADD COLUMN "exception_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "held_decision" ADD CONSTRAINT "held_decision_event_id_application_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."application_event"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_decision" ADD CONSTRAINT "held_decision_application_id_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."application"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_decision_application_id_index" ON "held_decision" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "held_decision_due_at_index" ON "held_decision" USING btree ("due_at");--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on confirming_rule
  for each statement execute function content_changed();
