/* Trains a small GPT-2 on the bytes of a text file, with the gradient that adcc makes of
 * model_loss. */
#include "check.h"
#include "svg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  Config config;
  int steps;
  double learning_rate;
  const char *data, *curve;
  int check, by_hand;
} Options;

static const char usage[] =
    "usage: train [options]\n"
    "  --data FILE     text to learn, by bytes (default /usr/share/common-licenses/GPL-3)\n"
    "  --layers N      (default 2)     --channels N    (default 64)\n"
    "  --heads N       (default 4)     --batch N       sequences a step (default 4)\n"
    "  --context N     bytes a sequence (default 64)\n"
    "  --steps N       (default 50)    --lr X          learning rate (default 0.001)\n"
    "  --svg FILE      the loss curve (default loss.svg)\n"
    "  --check         compare adcc's gradients with the hand-written ones, and stop\n"
    "  --by-hand       train with the hand-written gradient, to compare the speed\n";

static _Noreturn void fail(const char *format, const char *argument, const char *reason) {
  fprintf(stderr, "train: ");
  fprintf(stderr, format, argument, reason);
  fprintf(stderr, "\n");
  exit(1);
}

static int parse_count(const char *flag, const char *text) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, 10);
  if (end == text || *end || errno || value < 1 || value > 1000000)
    fail("%s needs a whole number from 1 to 1000000, not '%s'", flag, text);
  return (int)value;
}

static double parse_rate(const char *flag, const char *text) {
  char *end;
  double value = strtod(text, &end);
  if (end == text || *end || !(value > 0 && value < 1e6))
    fail("%s needs a positive number, not '%s'", flag, text);
  return value;
}

static Options parse_options(int count, char **arguments) {
  Options options = {
      .config =
          {.batch = 4, .context = 64, .vocabulary = 256, .layers = 2, .channels = 64, .heads = 4},
      .steps = 50,
      .learning_rate = 1e-3,
      .data = "/usr/share/common-licenses/GPL-3",
      .curve = "loss.svg"};
  struct {
    const char *name;
    int *value;
  } counts[] = {{"--layers", &options.config.layers},   {"--channels", &options.config.channels},
                {"--heads", &options.config.heads},     {"--batch", &options.config.batch},
                {"--context", &options.config.context}, {"--steps", &options.steps}};
  for (int i = 1; i < count; i++) {
    const char *flag = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
    if (!strcmp(flag, "--help") || !strcmp(flag, "-h")) {
      fputs(usage, stdout);
      exit(0);
    }
    if (!strcmp(flag, "--check")) {
      options.check = 1;
      continue;
    }
    if (!strcmp(flag, "--by-hand")) {
      options.by_hand = 1;
      continue;
    }
    size_t k = 0, known = sizeof counts / sizeof *counts;
    while (k < known && strcmp(flag, counts[k].name))
      k++;
    int is_rate = !strcmp(flag, "--lr"), is_data = !strcmp(flag, "--data");
    if (k == known && !is_rate && !is_data && strcmp(flag, "--svg"))
      fail("unknown option '%s'\n%s", flag, usage);
    if (!value)
      fail("%s needs a value%s", flag, "");
    i++;
    if (k < known)
      *counts[k].value = parse_count(flag, value);
    else if (is_rate)
      options.learning_rate = parse_rate(flag, value);
    else if (is_data)
      options.data = value;
    else
      options.curve = value;
  }
  if (options.config.channels % options.config.heads)
    fail("--channels must be a multiple of --heads%s%s", "", "");
  return options;
}

typedef struct {
  unsigned char *bytes;
  size_t count;
} Text;

static Text read_text(const char *path, int context) {
  FILE *file = fopen(path, "rb");
  if (!file)
    fail("cannot open '%s': %s", path, strerror(errno));
  Text text = {0};
  size_t capacity = 0, got;
  do {
    if (text.count == capacity) {
      capacity = capacity ? 2 * capacity : 1 << 16;
      unsigned char *grown = realloc(text.bytes, capacity);
      if (!grown)
        fail("no memory to read '%s'%s", path, "");
      text.bytes = grown;
    }
    got = fread(text.bytes + text.count, 1, capacity - text.count, file);
    text.count += got;
  } while (got);
  if (ferror(file))
    fail("cannot read '%s': %s", path, strerror(errno));
  fclose(file);
  if (text.count < (size_t)context + 1) {
    char needs[64];
    snprintf(needs, sizeof needs, "%zu bytes, and --context %d needs %d", text.count, context,
             context + 1);
    fail("'%s' is too short: it has %s", path, needs);
  }
  return text;
}

/* The next B sequences in the order of the text, around its end; targets are the bytes one later.
 */
static void next_batch(const Text *text, size_t *position, const Config *config, int *tokens,
                       int *targets) {
  for (int b = 0; b < config->batch; b++) {
    if (*position + (size_t)config->context + 1 > text->count)
      *position = 0;
    for (int t = 0; t < config->context; t++) {
      tokens[b * config->context + t] = text->bytes[*position + (size_t)t];
      targets[b * config->context + t] = text->bytes[*position + (size_t)t + 1];
    }
    *position += (size_t)config->context;
  }
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_progress(int step, int steps, double loss, double tokens_per_second) {
  char bar[21];
  int filled = (int)(20L * step / steps);
  for (int i = 0; i < 20; i++)
    bar[i] = i < filled ? '#' : '.';
  bar[20] = 0;
  printf("step %4d/%d [%s] loss %.4f  %.0f tokens/s\n", step, steps, bar, loss, tokens_per_second);
  fflush(stdout);
}

static void train(const Options *options) {
  const Config *config = &options->config;
  Text text = read_text(options->data, config->context);
  size_t rows = (size_t)config->batch * (size_t)config->context;
  Model model, gradient;
  AdamW optimizer;
  int *tokens = malloc(2 * rows * sizeof *tokens);
  double *losses = malloc((size_t)options->steps * sizeof *losses);
  if (!tokens || !losses || !model_create(&model, config) || !model_create(&gradient, config) ||
      !adamw_create(&optimizer, parameter_count(config), (real)options->learning_rate))
    fail("no memory for a model of this size%s%s", "", "");
  model_initialize(&model, 1);
  printf("%d layers, %d channels, %d heads, %zu parameters; %d x %d bytes a step from %s (%zu)\n",
         config->layers, config->channels, config->heads, parameter_count(config), config->batch,
         config->context, options->data, text.count);

  real (*run)(const Model *, Model *, const int *, const int *) =
      options->by_hand ? model_gradient_by_hand : model_gradient;
  size_t position = 0;
  for (int step = 0; step < options->steps; step++) {
    next_batch(&text, &position, config, tokens, tokens + rows);
    double start = seconds();
    model_zero(&gradient);
    losses[step] = (double)run(&model, &gradient, tokens, tokens + rows);
    adamw_update(&optimizer, model.parameters[0], gradient.parameters[0]);
    print_progress(step + 1, options->steps, losses[step], (double)rows / (seconds() - start));
  }

  if (!svg_write_curve(options->curve, "GPT-2 learning by adcc's gradient", "step",
                       "loss (nats a byte)", losses, options->steps))
    fail("cannot write '%s': %s", options->curve, strerror(errno));
  printf("loss %.4f -> %.4f; curve in %s\n", losses[0], losses[options->steps - 1], options->curve);
  adamw_destroy(&optimizer);
  model_destroy(&model);
  model_destroy(&gradient);
  free(losses);
  free(tokens);
  free(text.bytes);
}

int main(int count, char **arguments) {
  Options options = parse_options(count, arguments);
  if (options.check) {
    CheckCounts counts = {0};
    check_all_layers(&counts);
    check_model(&options.config, &counts);
    return check_summary(&counts);
  }
  train(&options);
}
