#include "CScan.h"

#include <pthread.h>

typedef struct {
    void (*body)(void *);
    void *context;
} yodel_call;

static void *yodel_make_call(void *argument) {
    yodel_call *call = argument;
    call->body(call->context);
    return NULL;
}

int yodel_call_on_stack(size_t bytes, void (*body)(void *), void *context) {
    yodel_call call = {body, context};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0) return 0;
    int made = pthread_attr_setstacksize(&attributes, bytes) == 0 && pthread_create(&thread, &attributes, yodel_make_call, &call) == 0;
    pthread_attr_destroy(&attributes);
    return made && pthread_join(thread, NULL) == 0;
}
